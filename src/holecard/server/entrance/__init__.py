"""Before the application hears of anybody: lines counted, requests measured and timed."""
