    -- Keys of the newest version of each row: few rows were ever corrected, and a withdrawn one has no key of its last version.
    AND (
        version = 0 AND seq NOT IN (SELECT seq FROM feed WHERE version > 0)
        OR (seq, version) IN (SELECT seq, max(version) FROM feed WHERE version > 0 GROUP BY seq))
