-- Which columns do the tables of a database have?
SELECT table, name, type FROM system.columns WHERE database = {database:String}
