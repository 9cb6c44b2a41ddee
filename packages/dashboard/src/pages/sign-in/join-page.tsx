import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clientOf } from '../../data/client.ts'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Input } from '../../parts/form.tsx'
import { SignInForm, SignInNotice, textOf, tokenOf, wordsOf } from './sign-in-form.tsx'

/** Accepts an invitation: as the person who is signed in, with a known account, or with a new one. */
export function JoinPage() {
  const [token] = useState(tokenOf)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: async () => (await clientOf().readInvitation({ token })).data,
    enabled: token !== '',
    retry: false,
  })
  const me = useQuery({
    queryKey: ['invitation', token, 'me'],
    // Usually nobody is signed in, which is no reason to leave this page.
    queryFn: () =>
      clientOf()
        .whoAmI({})
        .then(
          ({ data }) => data.person,
          () => null,
        ),
  })
  if (token === '' || invitation.error)
    return (
      <SignInNotice title="This invitation does not work">
        <p>
          {token === ''
            ? 'The link is incomplete: the part after # is missing. Ask its sender for the whole link.'
            : wordsOf(invitation.error)}
        </p>
        <Link className="button" to="/sign-in">
          Sign in
        </Link>
      </SignInNotice>
    )
  if (!invitation.data || me.isPending) return <Skeleton rows={4} />
  const { organization, role, email } = invitation.data
  const done = async () => {
    queries.clear()
    await navigate({ to: '/', replace: true })
  }
  const lead = `${organization.name} invites you as ${ROLES[role]}.`
  if (me.data)
    return (
      <SignInForm
        title={`Join ${organization.name}`}
        lead={`${lead} You are signed in as ${me.data.email}.`}
        button="Join"
        onSubmit={async () => {
          await clientOf().acceptInvitation({ token })
          await done()
        }}
      >
        {null}
      </SignInForm>
    )
  return (
    <SignInForm
      title={`Join ${organization.name}`}
      lead={`${lead} If you have an account, enter its password.`}
      button="Join"
      onSubmit={async (given) => {
        const name = textOf(given, 'name').trim()
        await clientOf().joinWithInvitation({
          token,
          email: textOf(given, 'email'),
          password: textOf(given, 'password'),
          ...(name !== '' && { name }),
          cookie: true,
        })
        await done()
      }}
    >
      <Input
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={email ?? undefined}
        required
      />
      <Input label="Name, for a new account" name="name" type="text" autoComplete="name" />
      <Input
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        hint="For a new account: 10 characters or more"
        required
      />
    </SignInForm>
  )
}

const ROLES = { viewer: 'a viewer', editor: 'an editor', admin: 'an admin' } as const
