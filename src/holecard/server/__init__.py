"""Tables on the web: rounds dealt from a log, money kept in a ledger, shoes that can be checked."""
