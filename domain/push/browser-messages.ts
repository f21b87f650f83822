/** Body of a notification that came without one. Source: specification, section 9. */
export const PUSH_DEFAULT_BODY = 'New government job notification available!'
