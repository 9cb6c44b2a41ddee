/** What a user does on a page, and waiting for what the page does. */
export const ACTING = `
receives click, intercepts click, click is intercepted, covered by, hidden behind, overlaps, overlapped by, another element is on top, is on top, something on top: actionability cover obscured force overlay
not interactable, cannot be clicked, cannot click, click does nothing, click has no effect, not clickable, refuses to click: actionability visible enabled force click
click twice, two clicks: double dblclick
press and hold, long press, keep pressed: mouse down press hold
control click, ctrl click, shift click, while holding: modifier click keyboard
press enter, hit enter, press return, press escape, arrow keys, tab key, escape key, function key, key press, simulate key: keyboard press key
copy and paste, paste text, ctrl c, ctrl v: clipboard copy paste keyboard
scroll down, scroll up, infinite scroll, lazy loaded list, end of list: scroll wheel view
empty input, empty field, empty text box, delete text, remove text, erase text: clear fill input
like real person, like real user, like human, real user does, real person, simulate user: user event type keyboard interaction
move focus, next field, jump to next field, lose focus, leave field, leaves field: focus tab blur keyboard
over tooltip, over menu: hover
choose from dropdown, choose entry, pick entry, choose value, pick value: select option
date field, date picker, pick date: date input fill
leaves page, goes to another page, next page, open page, open url, open website: navigate goto url navigation
reload page, refresh page, press f5: reload
fixed number of seconds, fixed wait, hard coded wait, wait few seconds, wait some seconds, wait five seconds, wait two seconds, sleep, pauses between: wait sleep pause delay timeout
page is loaded, page has loaded, finished loading, done loading, page is ready, until page loads, fully loaded: load wait navigation state
request is done, request finished, request has finished, response arrives, server has answered, data has arrived: wait response request
url changes, address changes, is redirected: url navigation wait
shows up, show up, shows up after, turns up, comes up, is shown, appears after: appear visible wait
loading spinner, spinner, loading indicator, loader: disappear hidden loading wait
should be gone, no longer there, not there any more, not on page, is not on page, not shown: disappear hidden absent present
element vanished, element went away, no longer attached, stale element: stale detached retry
before giving up, how long does it wait, wait at most, wait longer, waits too long, longer than second, longer than seconds: timeout wait
more than five seconds, more than two seconds, more seconds, more than seconds, give more, too short, not enough time, runs out of time, may take longer, take longer, takes longer, long running: timeout slow
file dialog, pick files, several files, multiple files: upload file chooser
where downloaded, downloaded files, save download, file that is downloaded, download folder, where do downloads: download save path
opens new, opened in new, target blank, open in new tab: popup page tab window
other window, switch tabs, switch between tabs, switch windows, switch to other: tab window page
confirm box, confirmation box, alert box, native dialog, browser dialog: dialog alert confirm accept
payment form, embedded widget, embedded form, embedded video, widget of another: iframe frame
call function in page, run script in, run javascript in, javascript in page, run javascript: evaluate script execute
page keeps polling, never idle, background requests: networkidle wait
goes back, back button, browser back, forward button: back history navigate
dispatch, fire event, trigger event, send event: dispatch event
tab dies, page dies, tab crashes, page crashes, browser dies: crash event page
without key events, all text at once, insert text: insert text keyboard
own condition, custom condition, some condition, any condition, until variable, variable is set: wait function poll
element is animated, animated element: stable actionability
mouse wheel, turn wheel: mouse wheel scroll
does not react yet, reacts too late, clicked too early, too early: hydration wait enabled
`
