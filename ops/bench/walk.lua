-- wrk script: walks a feed by its `next_cursor`, from the head again at its end. Argument: the path of the first page.
local first, path = '', ''
function init(args)
  first = args[1]
  path = first
end
function request()
  return wrk.format('GET', path)
end
function response(status, headers, body)
  local cursor = string.match(body, '"next_cursor":"([%w_-]+)"')
  path = cursor and first .. '&cursor=' .. cursor or first
end
