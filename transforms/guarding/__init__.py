"""What keeps a page from harming more than its own row: a guard, its guardian, their records."""
