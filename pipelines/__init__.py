"""The commands of the project: options in, a line of transforms, nothing else."""
