"""Who watches which table, and telling them."""
