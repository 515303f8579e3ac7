-- For wrk: a new query in every request, so that no answer comes from a cache.
local n = 0
function request()
  n = n + 1
  local joint = wrk.path:find("?", 1, true) and "&" or "?"
  return wrk.format(nil, wrk.path .. joint .. "max_price=" .. (1000000 + n))
end
