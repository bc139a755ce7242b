import { Matrix4, Quaternion, Vector3 } from "three";

const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3();
const ONE = new Vector3(1, 1, 1);

/** Position and rotation of a matrix, without its scale. */
export function rigidPose(matrix: Matrix4, out: Matrix4 = new Matrix4()): Matrix4 {
  matrix.decompose(position, rotation, scale);
  return out.compose(position, rotation, ONE);
}
