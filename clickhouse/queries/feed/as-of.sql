    -- Ignores rows and versions after a sequence of the log.
    AND seq <= {at_seq:UInt64} -- if: at_seq
    AND version <= {at_seq:UInt64} -- if: at_seq
