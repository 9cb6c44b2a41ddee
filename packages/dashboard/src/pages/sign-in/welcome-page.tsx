import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { Input } from '../../parts/form.tsx'
import { SignInForm, SignInNotice, textOf, tokenOf } from './sign-in-form.tsx'

const SHORTEST_PASSWORD = 10

/** Sets the password of a person who has a link, and signs them in. */
export function WelcomePage() {
  const [token] = useState(tokenOf)
  const navigate = useNavigate()
  const queries = useQueryClient()
  if (token === '')
    return (
      <SignInNotice title="This link is incomplete">
        <p>The part after # is missing. Open the whole link that you received or that the server printed.</p>
        <Link className="button" to="/sign-in">
          Sign in
        </Link>
      </SignInNotice>
    )
  return (
    <SignInForm
      title="Set your password"
      lead="This link works once. The new password ends all your other sessions."
      button="Set password and sign in"
      onSubmit={async (given) => {
        await clientOf().setPassword({ token, password: textOf(given, 'password'), cookie: true })
        queries.clear()
        await navigate({ to: '/', replace: true })
      }}
    >
      <Input
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        minLength={SHORTEST_PASSWORD}
        hint={`At least ${SHORTEST_PASSWORD} characters`}
        required
      />
    </SignInForm>
  )
}
