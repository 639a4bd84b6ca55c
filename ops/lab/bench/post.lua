-- wrk script: posts the body that a file holds. Argument: the file.
local body
function init(args)
  local file = assert(io.open(args[1], 'r'))
  body = file:read('*a')
  file:close()
end
function request()
  return wrk.format('POST', nil, nil, body)
end
