"""The browser that the tests need is found on the machine, or brought."""

import find_browser
import pytest
from playwright.sync_api import Error


class Chromium:
    """Playwright's launcher on a machine where only some browsers start."""

    def __init__(self, *starting):
        self.starting = starting

    def launch(self, executable_path, args, timeout):
        if executable_path not in self.starting:
            raise Error(f"{executable_path} does not start")
        return executable_path, args


@pytest.fixture
def machine(monkeypatch):
    """A machine with these commands; each runs with success but for those that are said to fail. Gives what was run."""

    def with_commands(*commands, failing=(), root=False):
        ran = []

        def run(command, **_):
            ran.append(" ".join(command))
            failed = any(words in ran[-1] for words in failing)
            return type("Completed", (), {"returncode": int(failed)})

        monkeypatch.setattr(find_browser.shutil, "which", lambda name: f"/bin/{name}" if name in commands else None)
        monkeypatch.setattr(find_browser.subprocess, "run", run)
        monkeypatch.setattr(find_browser.os, "geteuid", lambda: 0 if root else 1000)
        return ran

    return with_commands


def test_the_machines_own_browser_comes_first(machine):
    machine("google-chrome", "chromium", "chromium-headless-shell")
    starting = Chromium("/bin/chromium-headless-shell", "/bin/chromium")
    assert find_browser.launch_browser(starting)[0] == "/bin/chromium-headless-shell"
    machine("google-chrome", "chromium")
    assert find_browser.launch_browser(Chromium("/bin/chromium", "/bin/google-chrome"))[0] == "/bin/chromium"


def test_edge_alone_will_do_and_is_given_the_flags(machine):
    machine("microsoft-edge")
    command, flags = find_browser.launch_browser(Chromium("/bin/microsoft-edge"), "--mute-audio")
    assert command == "/bin/microsoft-edge"
    assert {"--no-sandbox", "--mute-audio"} <= set(flags)


def test_a_command_that_does_not_start_is_passed_over(machine):
    """Ubuntu's chromium-browser only says that a snap should be installed."""
    machine("chromium-browser", "google-chrome")
    assert find_browser.launch_browser(Chromium("/bin/google-chrome"))[0] == "/bin/google-chrome"


def test_without_any_command_playwrights_own_is_tried(machine):
    machine()
    assert find_browser.launch_browser(Chromium(None))[0] is None
    with pytest.raises(Error, match="does not start"):
        find_browser.launch_browser(Chromium())


def test_root_installs_with_apt_after_an_update(machine):
    ran = machine("apt-get", root=True)
    assert find_browser.install_with_apt()
    assert [command.split()[4] for command in ran] == ["update", "install"]
    assert "chromium-headless-shell" in ran[1]
    assert "fonts-dejavu-core" in ran[1]


def test_apt_brings_the_whole_of_chromium_where_it_has_no_lighter_one(machine):
    ran = machine("apt-get", root=True, failing=["chromium-headless-shell"])
    assert find_browser.install_with_apt()
    assert ran[-1].endswith("fonts-dejavu-core chromium")


def test_an_update_that_fails_does_not_keep_apt_from_installing(machine):
    machine("apt-get", root=True, failing=["update"])
    assert find_browser.install_with_apt()


def test_sudo_is_used_where_it_asks_for_no_password(machine):
    ran = machine("apt-get", "sudo")
    assert find_browser.install_with_apt()
    assert all(command.startswith("sudo -n ") for command in ran)


@pytest.mark.parametrize("commands", [["apt-get"], ["sudo"], ["apt-get", "sudo"]])
def test_apt_is_left_alone_without_it_or_the_right_to_use_it(commands, machine):
    ran = machine(*commands, failing=["sudo -n true"])
    assert not find_browser.install_with_apt()
    assert not any("install" in command for command in ran)


def test_nothing_is_installed_where_a_browser_starts():
    assert find_browser.bring_browser(starts=lambda: True, installers=(pytest.fail,))


def test_playwright_brings_one_where_apt_could_not(capsys):
    brought = []
    installers = (lambda: False, lambda: brought.append("own") or True)
    assert find_browser.bring_browser(starts=lambda: bool(brought), installers=installers)
    assert "installing Chromium" in capsys.readouterr().out


def test_what_apt_brought_must_start():
    """On Ubuntu apt succeeds with a command that only asks for a snap; playwright's own is brought then."""
    brought = []
    installers = (lambda: True, lambda: brought.append("own") or True)
    assert find_browser.bring_browser(starts=lambda: bool(brought), installers=installers)
    assert not find_browser.bring_browser(starts=lambda: False, installers=(lambda: True, lambda: False))
