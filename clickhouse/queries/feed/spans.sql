    -- A row counts for a ticker only while the company held it.
    AND arrayExists((ticker, held_from, held_to) -> scope = ticker AND newest BETWEEN held_from AND held_to, {span_tickers:Array(String)}, {span_from:Array(Int64)}, {span_to:Array(Int64)}) -- if: span_tickers
