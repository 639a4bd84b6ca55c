    AND relevance >= {min_relevance:UInt8}
    AND category IN {categories:Array(String)} -- if: categories
    AND category NOT IN {exclude_categories:Array(String)} -- if: exclude_categories
    AND source_type IN {source_types:Array(String)} -- if: source_types
    AND has(items, {item:String}) -- if: item
    AND is_10b5_1 = 'true' -- if: plans_only
    AND NOT is_plan_sale -- if: without_plan_sales
    AND is_10b5_1 != 'true' -- if: without_plans
    AND is_root = {roots_only:Bool} -- if: roots_only
