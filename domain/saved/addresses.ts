/** The page of saved notices. */
export const SAVED_PATH = '/saved'

/** Where its script asks for the present state of saved notices. */
export const SAVED_STATES_PATH = '/saved/states'
