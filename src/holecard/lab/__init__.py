"""The lab: what a wager does over a session, which pay tables would do, what counting gains."""
