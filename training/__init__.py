"""What the local reader of turns is made with; development only (`pip install greenroom[dev]`)."""
