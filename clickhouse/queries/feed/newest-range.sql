    AND newest >= {newest_from:Int64} -- if: newest_from
    AND newest <= {newest_to:Int64} -- if: newest_to
    AND (newest > {newest_from:Int64} OR uid > {after_uid:UInt64}) -- if: after_uid
    AND created_at >= {created_from:DateTime64(3, 'UTC')} -- if: created_from
    AND created_at <= {created_to:DateTime64(3, 'UTC')} -- if: created_to
