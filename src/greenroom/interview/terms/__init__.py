"""Words compared across texts: one tokenizer and normaliser for what a job asks and what is answered."""
