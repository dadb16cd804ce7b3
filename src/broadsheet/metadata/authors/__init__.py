"""The authors: who is named where, who may be meant, and who is taken."""
