"""What people are asked about calls, and what they said."""
