# Run by Blender for scripts/read-back.mjs: opens what a run was written as, and prints the bounds of its meshes in some frames, a line of JSON each.
import json
import os
import sys

import bpy

folder, fps, start, frames = sys.argv[sys.argv.index("--") + 1 :]
frames = [int(frame) for frame in frames.split(",")]


def empty():
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.context.scene.render.fps = int(fps)


def tell(name, frame, objects):
    depsgraph = bpy.context.evaluated_depsgraph_get()
    for own in objects:
        evaluated = own.evaluated_get(depsgraph)
        points = [evaluated.matrix_world @ vertex.co for vertex in evaluated.to_mesh().vertices]
        bounds = [[pick(point[c] for point in points) for c in range(3)] for pick in (min, max)]
        print("READ " + json.dumps({"file": name, "frame": frame, "mesh": own.name, "points": len(points), "bounds": bounds}))


def meshes():
    return [own for own in bpy.context.scene.objects if own.type == "MESH"]


def open_obj(name):
    # as the file has it: Blender's own axes are y ahead and z up
    bpy.ops.wm.obj_import(filepath=os.path.join(folder, name), forward_axis="Y", up_axis="Z")


def open_sequence():
    for frame in frames:
        empty()
        open_obj("run_%06d.obj" % (int(start) + frame))
        tell("sequence of .obj", frame, meshes())


def open_cache(kind):
    """One cache for all is applied to one mesh of all cloths, and one of each cloth to that cloth's."""
    for split in (False, True):
        empty()
        if split:
            open_obj("run_%06d.obj" % int(start))
        else:
            first = os.path.join(folder, "run_%06d.obj" % int(start))
            bpy.ops.import_scene.obj(filepath=first, axis_forward="Y", axis_up="Z", split_mode="OFF")
        for own in meshes():
            modifier = own.modifiers.new("cache", "MESH_CACHE")
            modifier.cache_format = kind.upper()
            modifier.filepath = os.path.join(folder, "run_%s.%s" % (own.name, kind) if split else "run." + kind)
            modifier.frame_start = int(start)
        for frame in frames:
            bpy.context.scene.frame_set(int(start) + frame)
            tell("." + kind + (" a cloth" if split else ""), frame, meshes())


def open_glb():
    try:
        import numpy
    except ImportError:
        print("READ " + json.dumps({"file": ".glb", "missing": "Blender's reader of glTF needs numpy, which its Python lacks"}))
        return
    numpy.bool = bool  # a name that the reader of Blender 3.4 uses and newer numpy has not
    empty()
    bpy.ops.import_scene.gltf(filepath=os.path.join(folder, "run.glb"))
    for frame in frames:
        bpy.context.scene.frame_set(frame)
        tell(".glb", frame, meshes())


def open_scene(suffix, built, load):
    """A format that Blender reads if it was built with it."""
    if not built:
        print("READ " + json.dumps({"file": suffix, "missing": "this Blender was built without it"}))
        return
    empty()
    load(filepath=os.path.join(folder, "run" + suffix))
    for frame in frames:
        bpy.context.scene.frame_set(int(start) + frame)
        tell(suffix, frame, meshes())


open_sequence()
open_cache("pc2")
open_cache("mdd")
open_glb()
open_scene(".usda", bpy.app.build_options.usd, bpy.ops.wm.usd_import)
open_scene(".abc", bpy.app.build_options.alembic, bpy.ops.wm.alembic_import)
