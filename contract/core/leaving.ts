// Logging out offline: a cookie that ends the device's login with the first request that gets through.

/** A cookie, so that it comes with every request; scripts set it, and the server clears it once the login has ended. */
export const leavingCookie = 'topout_leaving';

/** The page without a person that a device caches for offline use. */
export const shellPath = '/offline';
