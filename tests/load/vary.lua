-- For wrk: a new query in every request, so that no answer comes from a cache. The parameter is one that the page knows:
-- others are left out of what it is kept under.
local n = 0
local name = os.getenv("VARY") or "max_price"
function request()
  n = n + 1
  local joint = wrk.path:find("?", 1, true) and "&" or "?"
  return wrk.format(nil, wrk.path .. joint .. name .. "=" .. (1000000 + n))
end
