    seq,
    version,
    hex(uid) AS uid_hex,
    hex(story_id) AS story_id_hex,
    is_root,
    toUnixTimestamp64Milli(published_at) AS published_at_ms,
    toUnixTimestamp64Milli(created_at) AS created_at_ms,
    doc
