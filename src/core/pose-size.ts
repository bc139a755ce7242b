/**
 * Numbers of a pose, which says where a body is: the rows of a rotation matrix R and then an offset t [m]; it takes a point p of the body as the
 * scene places it to R p + t.
 */
export const POSE_SIZE = 12;

/** Numbers of a place as it is read out. */
export const PLACE_SIZE = 16;
