"""The example agent, its fleet, and the models agents run on."""
