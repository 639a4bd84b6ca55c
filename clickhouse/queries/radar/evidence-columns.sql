    seq,
    hex(uid) AS uid_hex,
    source_domain,
    JSONExtractString(doc, 'original', 'title') AS title,
    JSONExtractString(doc, 'original', 'url') AS url,
    JSONExtractString(doc, 'original', 'time_published') AS time_published
