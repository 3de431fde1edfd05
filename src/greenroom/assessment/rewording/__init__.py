"""A wording of an answer that a model proposes: what it is asked, and the check it must withstand."""
