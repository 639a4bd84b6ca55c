    SELECT seq, newest
    FROM search_terms
    WHERE term IN {driver_terms:Array(String)}
    -- The engine reads one term in the order of the key, and several whole. So the most frequent one says how far back as many of its
    -- own entries reach: those of all terms together reach no further.
    AND newest <=
    (
        SELECT if(count() < {drivers_max:UInt32}, 9223372036854775807, max(newest)) FROM
        (
            SELECT newest
            FROM search_terms
            WHERE term = {frequent_term:String}
            -- include: search/filter
            ORDER BY newest
            LIMIT {drivers_max:UInt32}
        )
    )
    -- include: search/filter
    ORDER BY newest, seq
    LIMIT {drivers_max:UInt32}
