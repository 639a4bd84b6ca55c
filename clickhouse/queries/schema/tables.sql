-- Which tables does the database hold, with what engine? Reads the server's table of tables.
SELECT name, engine FROM system.tables WHERE database = {database:String}
