/** Logging in, users, cookies and permissions. */
export const SESSIONS = `
stay signed in, stay authenticated, keep signed in, remain signed in, keep session, keep me logged in, stays logged in, keep login: login authentication session cookie storage state
login once, sign in once, login only once, login one time: authentication session reuse storage state
login before, login every time, login in every: authentication session reuse beforeeach
without login, bypass login, avoid login, login page again: authentication session storage state
login as, log in as, logged in as, sign in as, as admin, as different user, as another user, switch user, switch users: authentication role user account
social login, single sign on, sso, login with google, sign in with google: oauth authentication login
session expires, session expired, token expired, suddenly logged out: session token expire refresh
access token, bearer token, auth header, authorization header, api key: token header authorization
password prompt, login prompt, login popup, browser popup for password: http basic authentication credential
chatting with each other, chatting, talk to each other, interact with each other, two accounts: context multiple session user
new visitor, first visit, first time visitor, private window, incognito, private mode: context isolation cookie
what browser remembers, browser remembers, stored in browser: cookie localstorage storage
hide password, password out of, passwords visible, password in logs, keep passwords, tokens in logs: secret mask sensitive
camera, webcam, microphone: permission media fake device
send notifications, wants to send, wants to know where: permission grant
one account per, own account for each, account for each: account worker parallel authentication
save login, saved login, store login, keep login in file: storage state session authentication
real profile, own profile, browser profile, user profile, keep profile, profile folder: persistent context user data dir
clear cookies, set cookie, set cookies, add cookie, read cookies: cookie context
`
