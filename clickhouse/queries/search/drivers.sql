    SELECT seq, newest
    FROM search_terms
    -- The engine reads one term in the order of the key up to the limit, and several whole: these no further back than a bound.
    WHERE term = {driver_term:String} -- if: driver_term
    WHERE term IN {driver_terms:Array(String)} -- if: driver_terms
    AND newest <= {leading_to:Int64} -- if: driver_terms
    -- include: search/filter
    ORDER BY newest, seq
    LIMIT {drivers_max:UInt32}
