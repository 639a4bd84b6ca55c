-- wrk script: requests the paths in a file one after the other. Arguments: the file, and the number of lines to skip first.
local paths, at = {}, 0
function init(args)
  for line in io.lines(args[1]) do paths[#paths + 1] = line end
  at = tonumber(args[2])
end
function request()
  at = at + 1
  return wrk.format('GET', paths[(at - 1) % #paths + 1])
end
