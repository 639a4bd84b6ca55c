-- Which columns do its tables have? From the server's own account of them.
SELECT table, name, type FROM system.columns WHERE database = {database:String}
