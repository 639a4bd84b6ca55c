    -- Ends at a place in the log, with the versions that rows had there.
    AND seq <= {at_seq:UInt64} -- if: at_seq
    AND version <= {at_seq:UInt64} -- if: at_seq
