/** Assertions, fakes of functions and modules, time, snapshots and pictures. */
export const CHECKING = `
at least these, at least these fields, at least these properties, only some fields, some properties, part of object: contain match partial subset object
rounding problems, rounding, floats, floating point, decimals: close float number
deep comparison, deeply equal, same content, compare objects, identity: equal deep strict
upper and lower case, upper case, lower case, capital letters: case insensitive ignore
blanks, extra spaces, spaces around, whitespace around: whitespace normalize trim
shape of, right shape: schema structure
status 404, error 404, http status, returns 404: status code response
with which arguments, which arguments, called with, invoked with, callback invoked, was invoked, how was it called: called argument mock
function throws, should throw, throws error, check that it throws: throw exception error
promise rejects, promise fails, async function rejects, rejects, promise fail: reject async error
report all of them, all of them at end, all failures at end, after failed assertion, continue after failed: soft assertion
really ran, assertions ran, assertions really ran, were really executed, make sure assertions: assertion count plan
cut off, cut too early, output is cut, truncated: depth limit truncate length
original function back, put back, original back, undo mock: restore mock
forget calls, recorded calls, reset counter: clear reset mock
replace function, replace import, imported file, imported module, replace imported, replace module, fake module: mock module
rest real, keep rest, others unchanged: partial actual mock
watch calls, observe calls: spy
another value second time, different each time: once mock return
made up data, made up response, made up answer, invented data, invented answer, dummy data, dummy response, hard coded response, predefined response: mock stub response fixture intercept
api fails, backend is down, server is down, request fails, simulate error, server error, make request fail, returns 500: mock abort error response status
xhr call, ajax call, ajax request, ajax, rest call, backend call, api call: request api network
how often request, request was made, was request made, was request sent: request spy count times
change headers, add header, send header, extra header, own header: header request
requests page makes, which requests, list requests, network traffic, network calls: request network event
block images, not load images, without images: block abort route image
slow backend, slow server, late response, delayed response: delay throttle response
change date, freeze date, other date, today, todays date: clock date time fake
ten seconds, really waiting, instead of waiting, without waiting, let time pass, time passes, fast forward, skip time: timer advance fake clock
timers are mocked, mocked clock, mocked timers: fake timer advance
other country, user from, in germany: geolocation locale timezone
another time zone, other time zone: timezone
like iphone, look like iphone, like phone, on phone, on mobile, mobile version, smartphone: device mobile emulate viewport
stored output, expected output, saved output, golden file, reference file: snapshot
inside test file, output inside: inline
date changes, changes in every run, different in every run, changes every time: property dynamic mask deterministic
picture of page, picture of every, pictures of: screenshot visual compare
new look, look of page, as correct, expected picture: update baseline snapshot approve
pictures differ, images differ, differ slightly: visual compare threshold difference
blinking cursor, blinking: cursor caret animation
remove ads, hide ads, hide parts: hide mask remove element
when it fails: failure fail error
animations, animation makes, transitions: animation transition
has class, css class, colour of, color of, font size: css class
url is, right page, correct page, landed on: url title
is ticked, is checked, is selected, toggle is on: checked
is greyed out, is disabled, cannot be used: disabled enabled
list has right, texts of list, texts in order: text count array
record and replay, recorded traffic, replay traffic, replay requests, saved traffic: har record replay
fail requests, refuse requests, stop request, drop requests: abort route
modify answer, modify response, patch response, change response: fetch fulfill modify response
what was posted, posted data, body of request, sent body: post data body request
live messages, socket messages, push messages: websocket
service worker hides, worker intercepts, cached by service worker: service worker network
lose network, cut network, network goes away, network is gone: offline
light theme, dark theme, system theme: color scheme
high contrast, reduced motion: contrast motion forced colors
right to left, language of browser, browser language: locale language
compare structure, outline of page: aria snapshot accessibility
accessible, a11y, wcag, disabled people: accessibility
differ between machines, different on ci: platform screenshot snapshot docker
antialiasing, anti aliasing, few pixels off, pixel off: threshold pixel difference
custom error text, own error message, explain failure: message custom
missing browser api, browser api, browser feature that is missing, battery, bluetooth: mock api init script
form data, multipart, post form, send form: form multipart post request
part of url, url pattern, wildcard in url, match several urls: glob pattern regex url
transparent background, without background: screenshot omit background
where snapshots are, folder of snapshots, snapshot folder, name of snapshot: snapshot path template
computed style, style of element, css value: css
every few milliseconds, keeps asking, ask again, call until: poll retry topass
negative check, opposite: not negate
`
