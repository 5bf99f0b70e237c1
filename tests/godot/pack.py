"""Packs a Godot 4 project for the engine's web build, which has no editor that imports:

    python3 pack.py PROJECT PACK [--script FILE] [--scene SCENE]

The folder is only read. What the editor would have imported is made in the pack: textures, fonts, sounds as silence, the
caches of uids and of global classes. A release template ignores `--script` and a scene, so the pack's settings name them.
"""

import argparse
import hashlib
import os
import re
import struct
import subprocess
import sys

IMAGES = ("png", "webp", "jpg", "jpeg", "svg", "bmp", "tga")
SOUNDS = ("wav", "ogg", "mp3")
FONTS = ("ttf", "otf", "woff", "woff2")
SKIPPED = (".git", ".godot", ".import")
RENDERER = 'renderer/rendering_method="gl_compatibility"\nrenderer/rendering_method.web="gl_compatibility"\n'


def read_files(project):
    """The content of each file of a project, by its path in `res://`."""
    files = {}
    for folder, inner, names in os.walk(project, followlinks=True):
        inner[:] = [it for it in inner if it not in SKIPPED and not os.path.exists(os.path.join(folder, it, ".gdignore"))]
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                files[os.path.relpath(path, project).replace(os.sep, "/")] = file.read()
    return files


# Imports.


def as_png(path, data):
    """A picture as a PNG, or None."""
    extension = path.rsplit(".", 1)[1].lower()
    if extension == "png":
        return data
    command = ["convert", "-background", "none", f"{extension}:-", "png32:-"]
    try:
        return subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"pack: no picture of {path}: {error}", file=sys.stderr)
        return None


def texture(png):
    """A .ctex file: a lossless texture that holds a PNG."""
    width, height = struct.unpack(">II", png[16:24])
    head = b"GST2" + struct.pack("<IIIIiIII", 1, width, height, 0, -1, 0, 0, 0)
    return head + struct.pack("<IHHII", 1, width, height, 0, 5) + struct.pack("<I", len(png) + 4) + b"PNG " + png


def resource(kind, fields):
    return f"[gd_resource type=\"{kind}\" format=3]\n[resource]\n{fields}\n".encode()


def imported(path, data):
    """The type, the extension and the content of what the editor makes of a file, or None."""
    extension = path.rsplit(".", 1)[-1].lower()
    if extension in IMAGES:
        png = as_png(path, data)
        return png and ("CompressedTexture2D", "ctex", texture(png))
    if extension in SOUNDS:
        silence = ", ".join(["0"] * 1600)
        return "AudioStreamWAV", "tres", resource("AudioStreamWAV", f"format = 1\nmix_rate = 8000\ndata = PackedByteArray({silence})")
    if extension in FONTS:
        return "FontFile", "tres", resource("FontFile", f"data = PackedByteArray({', '.join(map(str, data))})")
    return None


def add_imports(files):
    """Adds what the editor would have imported."""
    for path in [it for it in files if it.endswith(".import") and it[:-7] in files]:
        text = files[path].decode("utf-8", "replace")
        source = path[:-7]
        made = None if re.search('importer="(image|keep)"', text) else imported(source, files[source])
        if not made:
            continue
        kind, extension, content = made
        number = hashlib.md5(f"res://{source}".encode()).hexdigest()
        target = f".godot/imported/{os.path.basename(source)}-{number}.{extension}"
        uid = re.search(r'uid="uid://\w+"', text)
        fields = ['importer="texture"', f'type="{kind}"', uid.group() if uid else "", f'path="res://{target}"']
        files[path] = ("[remap]\n" + "\n".join(fields) + "\n").encode()
        files[target] = content


# Caches.


def find_uids(files):
    """The path of each uid."""
    uids = {}
    for path, data in files.items():
        if path.endswith(".import"):
            found = re.search(rb'uid="(uid://\w+)"', data)
            uids.update({found[1].decode(): path[:-7]} if found else {})
        elif path.endswith((".tscn", ".tres")):
            found = re.match(rb'\[gd_\w+ [^\]]*uid="(uid://\w+)"', data)
            uids.update({found[1].decode(): path} if found else {})
        elif path.endswith(".uid"):
            uids[data.decode().strip()] = path[:-4]
    return uids


def uid_number(uid):
    number = 0
    for letter in uid.removeprefix("uid://"):
        number = number * 34 + (ord(letter) - ord("a") if letter.isalpha() else ord(letter) - ord("0") + 25)
    return number & 0x7FFF_FFFF_FFFF_FFFF


def uid_cache(uids):
    entries = [struct.pack("<I", len(uids))]
    for uid, path in uids.items():
        raw = f"res://{path}".encode()
        entries.append(struct.pack("<qi", uid_number(uid), len(raw)) + raw)
    return b"".join(entries)


def class_entry(name, base, path):
    fields = f'"base": &"{base}", "class": &"{name}", "icon": "", "is_abstract": false, "is_tool": false'
    return f'{{{fields}, "language": &"GDScript", "path": "{path}"}}'


def class_entries(files):
    """The global classes of a project."""
    entries = []
    for path, data in files.items():
        text = data.decode("utf-8", "replace") if path.endswith(".gd") else ""
        name = re.search(r"^class_name\s+(\w+)", text, re.M)
        base = re.search(r"^(?:class_name\s+\w+\s+)?extends\s+(\w+)", text, re.M)
        if name:
            entries.append(class_entry(name[1], base[1] if base else "RefCounted", f"res://{path}"))
    return entries


def add_settings(files, script, scene):
    """Adds the caches, and the settings that stand for a command line."""
    classes = class_entries(files)
    settings = ""
    if script:
        classes.append(class_entry("MaskscopeMainLoop", "SceneTree", script))
        settings += '\n[application]\nrun/main_loop_type="MaskscopeMainLoop"\n'
    if scene:
        settings += f'\n[application]\nrun/main_scene="{scene}"\n'
    if b"gl_compatibility" not in files["project.godot"]:
        settings += f"\n[rendering]\n{RENDERER}"
    files[".godot/uid_cache.bin"] = uid_cache(find_uids(files))
    files[".godot/global_script_class_cache.cfg"] = f"list=[{', '.join(classes)}]\n".encode()
    if settings:
        files["override.cfg"] = files.get("override.cfg", b"") + settings.encode()


# The pack.


def padding(size):
    return b"\0" * (-size % 16)


def directory(files, start):
    entries, at = [struct.pack("<I", len(files))], start
    for path, data in files.items():
        name = f"res://{path}".encode()
        name += b"\0" * (-len(name) % 4)
        entries.append(struct.pack("<I", len(name)) + name + struct.pack("<QQ", at, len(data)))
        entries.append(hashlib.md5(data).digest() + struct.pack("<I", 0))
        at += len(data) + len(padding(len(data)))
    return b"".join(entries)


def write_pack(files, path):
    head = struct.pack("<4s5IQ16I", b"GDPC", 2, 4, 6, 0, 0, 0, *[0] * 16)
    size = len(head) + len(directory(files, 0))
    start = size + len(padding(size))
    with open(path, "wb") as file:
        file.write(head + directory(files, start) + padding(size))
        for data in files.values():
            file.write(data + padding(len(data)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("project")
    parser.add_argument("pack")
    parser.add_argument("--script")
    parser.add_argument("--scene")
    words = parser.parse_args()
    files = read_files(words.project)
    add_imports(files)
    add_settings(files, words.script, words.scene)
    write_pack(files, words.pack)


main()
