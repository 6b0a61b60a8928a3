"""The way of a call, from the moment the model asks until it is answered."""
