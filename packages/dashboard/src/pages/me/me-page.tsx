import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { whoAmI } from '../../data/queries.ts'
import { setSingleKeys, useSingleKeys } from '../../frame/keys.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { currentTheme, setTheme, type Theme } from '../../frame/theme.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Choice, Form, given, Input, Notice, refusalOf } from '../../parts/form.tsx'
import { Section } from '../../parts/section.tsx'
import { Sessions } from './sessions.tsx'

const SHORTEST_PASSWORD = 10

/** A person's own account, the same in every organization. */
export function MePage() {
  const me = useQuery(whoAmI())
  useIsPlace(null)
  useTitle('Profile and sessions')
  if (me.error) return <Trouble error={me.error} onRetry={() => me.refetch()} />
  if (!me.data) return <Skeleton />
  const { person } = me.data
  return (
    <>
      <h1 className="page-title">Profile</h1>
      {person && (
        <>
          <Profile name={person.name} email={person.email} />
          <Password email={person.email} />
          <Sessions />
        </>
      )}
      <Looks />
    </>
  )
}

function Profile({ name, email }: { name: string; email: string }) {
  const [shownEmail, setShownEmail] = useState(email)
  const [notice, setNotice] = useState('')
  const isNewEmail = shownEmail.trim() !== email
  return (
    <Section
      title="You"
      about="Members of your organizations see your name and e-mail address. You sign in with the e-mail address."
    >
      <Notice>{notice}</Notice>
      <div className="card panel">
        <Form
          button="Save"
          words={ownWords}
          onSubmit={async (form) => {
            const newName = given(form, 'name')
            const changes = {
              ...(newName !== name && { name: newName }),
              ...(isNewEmail && { email: shownEmail.trim(), password: String(form.get('password') ?? '') }),
            }
            await clientOf().updatePerson(changes)
            setNotice('Saved.')
          }}
        >
          <Input label="Name" name="name" defaultValue={name} required maxLength={100} autoComplete="name" />
          <Input
            label="E-mail address"
            type="email"
            required
            value={shownEmail}
            onChange={(event) => setShownEmail(event.target.value)}
            autoComplete="username"
          />
          {isNewEmail && (
            <Input
              label="Your password, to change the address"
              name="password"
              type="password"
              required
              autoComplete="current-password"
            />
          )}
        </Form>
      </div>
    </Section>
  )
}

function Password({ email }: { email: string }) {
  const [done, setDone] = useState(0)
  return (
    <Section
      title="Password"
      about="A new password ends all your other sessions and forgets your devices. You stay signed in here."
    >
      <Notice>{done > 0 && 'The password is changed. All other sessions have ended.'}</Notice>
      <div className="card panel">
        <Form
          key={done}
          button="Change password"
          words={ownWords}
          onSubmit={async (form) => {
            await clientOf().changePassword({
              current: String(form.get('current') ?? ''),
              password: String(form.get('password') ?? ''),
            })
            setDone((times) => times + 1)
          }}
        >
          {/* Password managers look for the account's name. */}
          <input
            className="sr"
            type="text"
            autoComplete="username"
            value={email}
            readOnly
            tabIndex={-1}
            aria-hidden
          />
          <Input
            label="Current password"
            name="current"
            type="password"
            required
            autoComplete="current-password"
          />
          <Input
            label="New password"
            name="password"
            type="password"
            required
            minLength={SHORTEST_PASSWORD}
            maxLength={200}
            autoComplete="new-password"
            hint={`${SHORTEST_PASSWORD} characters or more`}
          />
        </Form>
      </div>
    </Section>
  )
}

/** The server's message names the field for programs. */
const ownWords = (error: unknown): string =>
  refusalOf(error).replace(/^(?:current|password) must be your current password\.$/, 'The password is wrong.')

const THEMES: { theme: Theme; label: string }[] = [
  { theme: 'system', label: 'System' },
  { theme: 'light', label: 'Light' },
  { theme: 'dark', label: 'Dark' },
]

/** The data that this browser stores. */
function Looks() {
  const [theme, setShown] = useState(currentTheme)
  const areOn = useSingleKeys()
  return (
    <Section title="This browser" about="These settings apply to this browser only.">
      <div className="card panel">
        <div className="form">
          <fieldset>
            <legend>Theme</legend>
            <div className="choices">
              {THEMES.map(({ theme: each, label }) => (
                <Choice
                  key={each}
                  type="radio"
                  name="theme"
                  label={label}
                  checked={theme === each}
                  onChange={() => {
                    setTheme(each)
                    setShown(each)
                  }}
                />
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend>Keys</legend>
            <Choice
              label="Single-letter keys"
              hint="Such as / and j. Turn them off if you control your browser by voice. Ctrl K keeps working."
              checked={areOn}
              onChange={(event) => setSingleKeys(event.target.checked)}
            />
          </fieldset>
        </div>
      </div>
    </Section>
  )
}
