"""The optimizer of the trainings, told where the extra `train` is installed."""

from importlib.util import find_spec

if find_spec("torch"):
    import pytest
    import torch
    from torch import nn

    from muggins.datasets.training.optimizer import MuonAndAdam

    def small_network():
        torch.manual_seed(3)
        layers = nn.Conv2d(3, 8, 3), nn.BatchNorm2d(8), nn.Conv2d(8, 8, 3, groups=8), nn.Flatten(), nn.Linear(32, 2)
        return nn.Sequential(*layers).to(memory_format=torch.channels_last)

    def train(network, optimizer, steps):
        for seed in steps:
            shown = torch.rand(4, 3, 6, 6, generator=torch.Generator().manual_seed(seed))
            (network(shown) - 1).square().mean().backward()
            optimizer.step(rate=0.01)

    def test_a_layer_steps_as_far_in_every_direction_however_small_its_gradient():
        network = small_network()
        before = network[0].weight.detach().clone()
        network[0].weight.grad = 1e-6 * torch.rand_like(before)
        MuonAndAdam(network, weight_decay=0.0).step(rate=0.5)
        moved = (network[0].weight.detach() - before).movedim(1, -1).flatten(1)
        lengths = torch.linalg.svdvals(moved) / (0.5 * 0.2 * 27**0.5)
        assert lengths.max() < 1.3  # Newton-Schulz iterations come only near to 1
        assert lengths.min() > 0.5

    def test_only_the_weights_of_layers_decay():
        network = small_network()
        before = [parameter.detach().clone() for parameter in network.parameters()]
        for parameter in network.parameters():
            parameter.grad = torch.zeros_like(parameter)
        MuonAndAdam(network, weight_decay=0.5).step(rate=0.1)
        for was, parameter in zip(before, network.parameters(), strict=True):
            torch.testing.assert_close(parameter.detach(), was * 0.95 if was.ndim > 1 else was)

    def test_the_gradients_of_one_batch_do_not_reach_the_next():
        network = small_network()
        train(network, MuonAndAdam(network, weight_decay=0.0), [1])
        assert all(parameter.grad is None for parameter in network.parameters())

    def test_what_was_stopped_goes_on_as_if_it_had_not_been():
        whole = small_network()
        train(whole, MuonAndAdam(whole, weight_decay=0.1), range(6))
        stopped = small_network()
        optimizer = MuonAndAdam(stopped, weight_decay=0.1)
        train(stopped, optimizer, range(3))
        weights, state = stopped.state_dict(), optimizer.state_dict()
        again = small_network()
        optimizer = MuonAndAdam(again, weight_decay=0.1)
        again.load_state_dict(weights)
        optimizer.load_state_dict(state)
        train(again, optimizer, range(3, 6))
        for left, right in zip(whole.parameters(), again.parameters(), strict=True):
            torch.testing.assert_close(left, right)

    def test_weights_in_another_layout_would_not_be_trained_and_are_refused():
        with pytest.raises(ValueError, match=r"expected weights in the layout torch\.channels_last"):
            MuonAndAdam(nn.Conv2d(3, 8, 3), weight_decay=0.0)
