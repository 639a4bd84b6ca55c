    SELECT seq, newest
    FROM search_terms
    -- ClickHouse reads a single term in the order of the key up to the limit, but several terms whole, so these have a bound of time.
    WHERE term = {driver_term:String} -- if: driver_term
    WHERE term IN {driver_terms:Array(String)} -- if: driver_terms
    AND newest <= {leading_to:Int64} -- if: driver_terms
    -- include: search/filter
    ORDER BY newest, seq
    LIMIT {drivers_max:UInt32}
