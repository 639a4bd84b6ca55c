    AND relevance >= {min_relevance:UInt8}
    AND ({any_category:Bool} OR category IN {categories:Array(String)})
    AND category NOT IN {exclude_categories:Array(String)}
    AND ({any_source_type:Bool} OR source_type IN {source_types:Array(String)})
    AND ({any_item:Bool} OR has(items, {item:String}))
    AND ({any_plan:Bool} OR (is_10b5_1 = 'true') = {is_plan:Bool})
    AND (NOT {roots_only:Bool} OR is_root)
