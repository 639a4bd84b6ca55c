    SELECT seq
    FROM feed_keys
    WHERE scope = ''
        AND newest BETWEEN {newest_from:Int64} AND {newest_to:Int64}
        AND seq > {after_seq:UInt64}
        AND seq <= {seq_to:UInt64}
        -- include: export/withdrawn
