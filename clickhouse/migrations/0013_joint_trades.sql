-- Further reports of a trade by its co-owners are trades too, and a column of their own keeps them out of sums. Rows of before are none: such
-- reports were dropped.
-- Compatible from: 0003, which counts those that came meanwhile until `npm run rebuild`.
ALTER TABLE insider_trades
    ADD COLUMN IF NOT EXISTS is_joint_duplicate Bool DEFAULT false;
