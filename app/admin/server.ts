import { createRequestHandler, RouterContextProvider } from 'react-router'
import * as build from 'virtual:react-router/server-build'
import { adminContext, type AdminContext } from './site-context.ts'

/** @returns the request handler for all pages of the admin */
export function createAdmin(context: AdminContext): (request: Request) => Promise<Response> {
  const handle = createRequestHandler(build, import.meta.env.MODE)
  return (request) => {
    const provider = new RouterContextProvider()
    provider.set(adminContext, context)
    return handle(request, provider)
  }
}
