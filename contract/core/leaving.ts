// Leaving without a line: a mark on the device that ends its login with the first request that gets through.

/** A cookie, so that no request can come before it; scripts set it, the server takes it away once the login has ended. */
export const leavingCookie = 'topout_leaving';

/** The page without a person that a device keeps for when there is no line. */
export const shellPath = '/offline';
