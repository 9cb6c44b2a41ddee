/**
 * The audience that a workflow's token must contain: this server and one organization, so that a token for
 * one organization is invalid for another.
 */
export const audienceOf = (baseUrl: string, organization: string): string =>
  `${baseUrl}/organizations/${organization}`
