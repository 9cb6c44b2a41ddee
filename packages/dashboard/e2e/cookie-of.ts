export const PASSWORD = 'correct horse battery'

/** Sets the password of a new server's admin; returns the cookie of their session. */
export async function cookieOf(url: string, welcomeUrl: string): Promise<{ name: string; value: string }> {
  const token = welcomeUrl.split('#')[1]
  const answer = await fetch(`${url}/auth/password`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token, password: PASSWORD, cookie: true }),
  })
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';')[0]?.split('=') ?? []
  return { name, value }
}
