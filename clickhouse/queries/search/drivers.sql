    SELECT seq, newest
    FROM search_terms
    WHERE term IN {driver_terms:Array(String)}
    -- include: search/filter
    ORDER BY newest
    LIMIT {drivers_max:UInt32}
