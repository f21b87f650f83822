interface SignInFault {
  code: string
  message: string
  retryAfter?: number
  weak_password?: { reasons: string[] }
}

/** An error response in the format that the official sign-in client reads. Source: supabase/auth, internal/api/apierrors */
export function signInError(status: number, { code, message, retryAfter, ...details }: SignInFault): Response {
  const headers: Record<string, string> = { 'x-sb-error-code': code }
  if (retryAfter !== undefined) headers['retry-after'] = String(retryAfter)
  return Response.json({ code: status, error_code: code, msg: message, ...details }, { status, headers })
}

/** @param seconds until the next attempt can succeed */
export function tooManyAttempts(message: string, seconds: number): Response {
  return signInError(429, { code: 'over_request_rate_limit', message, retryAfter: seconds })
}
