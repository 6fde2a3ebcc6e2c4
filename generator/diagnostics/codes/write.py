"""Codes of writing the output (E4xx, W4xx)."""

from __future__ import annotations

from ..entry import Entry

ENTRIES: tuple[Entry, ...] = (
    Entry(
        code="E401",
        severity="error",
        title="The output folder is not a place to generate into",
        message="cannot generate into {path}: {reason}",
        hint="name a folder of its own with -o, such as -o src/my_api",
        explanation=(
            "oasmith owns the folder that it generates into: it replaces and deletes"
            " files there. So it refuses the root of the file system, a home folder,"
            " the top of a repository and anything that is not a folder."
        ),
    ),
    Entry(
        code="E402",
        severity="error",
        title="The output folder holds files that oasmith did not write",
        message="{path} is not empty and has no .oasmith.json, so its files are not ours",
        hint=(
            "name another folder with -o, or pass --force to generate beside the files"
            " that are there"
        ),
        explanation=(
            "A folder that oasmith has generated holds .oasmith.json, the list of the"
            " files that it owns. Without that list it cannot tell its own files from"
            " yours, and it touches none. With --force it writes its files, replaces"
            " those of the same name and leaves all others alone."
        ),
    ),
    Entry(
        code="E403",
        severity="error",
        title="A generated file was changed by hand",
        message="{path} was changed by hand since it was generated",
        hint=(
            "move the change out of the generated file, or pass --force to throw it"
            " away; `oasmith check` shows the difference"
        ),
        explanation=(
            "The content of the file is not what .oasmith.json says oasmith wrote."
            " Generating would lose that change, so nothing was written at all. Keep"
            " your own code in files that are not generated, for example in the folder"
            " _custom/ of the package, which oasmith never writes to."
        ),
    ),
    Entry(
        code="E404",
        severity="error",
        title="Somebody else's file stands where a generated one belongs",
        message="{path} exists and is not listed in .oasmith.json",
        hint="move the file elsewhere, or pass --force to replace it",
        explanation=(
            "The run would write a file of that name, but the one that is there was not"
            " written by oasmith. Nothing was written."
        ),
    ),
    Entry(
        code="E405",
        severity="error",
        title="A link or a special file is in the way",
        message="{path} is {kind}; oasmith writes only plain files in plain folders",
        hint="remove it, or name another output folder with -o",
        explanation=(
            "Writing through a symbolic link could change files outside the output"
            " folder, and a file with a second hard link is a file elsewhere as well. A"
            " checked-out repository may hold such links on purpose, so they are"
            " refused, with --force too. Nothing was written."
        ),
    ),
    Entry(
        code="E406",
        severity="error",
        title="The output cannot be read or written",
        message="cannot use {path}: {reason}",
        hint="check the rights and the free space of that folder, or choose another",
        explanation=(
            "The operating system refused a step of reading or writing the output"
            " folder. All steps before it were undone: the folder is as it was."
        ),
    ),
    Entry(
        code="E407",
        severity="error",
        title="Another run is writing to the same folder",
        message="another run of oasmith is writing to {path}",
        hint="wait for it to end, then run the command again",
        explanation=(
            "Two runs must not mix their files. The lock belongs to the process that"
            " holds it and disappears with it, so there is no lock file to remove."
        ),
    ),
    Entry(
        code="E408",
        severity="error",
        title="The manifest cannot be used",
        message="{path} cannot be used: {reason}",
        hint=(
            "restore it from version control, or pass --force to generate as if there"
            " had been none"
        ),
        explanation=(
            ".oasmith.json lists the files that oasmith owns and the names that it gave"
            " in earlier runs. It is damaged, perhaps by a merge, or was written by a"
            " newer oasmith. Without it nothing in the folder may be replaced."
        ),
    ),
    Entry(
        code="E409",
        severity="error",
        title="A planned file has a path that is not safe to write",
        message="the run would write {path}, which is refused: {reason}",
        hint="this is a fault of oasmith or of a template; please report it",
        explanation=(
            "Names of files come from names in the document only by way of the naming"
            " stage, which gives plain, distinct file names. This is the last check"
            " before the disk: no absolute path, no parent reference, no device name,"
            " no two paths that some file system takes for one."
        ),
    ),
    Entry(
        code="E410",
        severity="error",
        title="A file is not as it would be generated",
        message="{kind}: this file is not what oasmith would generate",
        hint="{advice}",
        explanation=(
            "`oasmith check --format github` marks each file that it names with this"
            " code. Missing: generate has not written it. Different: the document or"
            " oasmith has changed since. Hand-edited: it was changed after it was"
            " generated. Extra: it lies in a generated folder and is not generated."
        ),
    ),
    Entry(
        code="W401",
        severity="warning",
        title="The manifest was ignored",
        message="{path} was ignored: {reason}",
        hint="restore it from version control, or generate again",
        explanation=(
            "`check` compared the folder with what would be generated without the names"
            " kept in .oasmith.json, because that file is damaged or was written by a"
            " newer oasmith. With --force, `generate` does the same."
        ),
    ),
    Entry(
        code="W402",
        severity="warning",
        title="A run that was killed has been undone",
        message="an earlier run on {path} was killed half way; its changes were undone",
        hint="nothing is left to do",
        explanation=(
            "A run keeps a journal while it moves files. It found the journal of a run"
            " that never ended and put the folder back to the state before that run,"
            " then went on as usual."
        ),
    ),
    Entry(
        code="E411",
        severity="error",
        title="The user's own folder cannot be read",
        message="_custom/__init__.py cannot be read: {reason}",
        hint="put it right, or remove the folder _custom from the package",
        explanation=(
            "The folder _custom/ of a package belongs to its user. oasmith only looks at"
            " the list `__all__` of its __init__.py: classes there that are called like"
            " a class of the client are used in its place, and every name of the list is"
            " an attribute of the package. For that the file has to be Python."
        ),
    ),
    Entry(
        code="E412",
        severity="error",
        title="What the user's own folder exports cannot be taken",
        message="__all__ of _custom/__init__.py: {reason}",
        hint='write it as a list of public names: __all__ = ["Client", "helper"]',
        explanation=(
            "The list is read without running the file, so it has to be written out: no"
            " sums, no calls. Its names become attributes of the package; names of the"
            " package's own folders and names that start with an underscore cannot."
        ),
    ),
    Entry(
        code="W403",
        severity="warning",
        title="The pyproject.toml does not require what the package imports",
        message="{path} does not require {missing}",
        hint="add to `dependencies`: {wanted}",
        explanation=(
            "pyproject.toml is written once and belongs to its user then. What the"
            " package imports depends on what is generated, such as a client or not, and"
            " on the version of oasmith. Installed without one of these, the package"
            " cannot be imported."
        ),
    ),
    Entry(
        code="W404",
        severity="warning",
        title="The pyproject.toml cannot be read",
        message="{path} cannot be read: {reason}",
        hint="put it right, or restore it from version control",
        explanation=(
            "pyproject.toml is written once and belongs to its user then. oasmith reads"
            " it to see whether it requires what the package imports."
        ),
    ),
    Entry(
        code="W405",
        severity="warning",
        title="The changelog starts anew",
        message="{path} cannot be used, so that CHANGELOG.md starts anew: {reason}",
        hint="restore api.json from version control and generate again",
        explanation=(
            "api.json holds what the last run generated and all entries of the changelog"
            " so far. Without it there is nothing to compare with."
        ),
    ),
)
